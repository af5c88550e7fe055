"""What a user never runs: fitting, the sample maker, screenshots, benchmarks and checks of a whole tree."""
