"""Packs: TOML under resources/packs becomes a frozen DomainPack."""
