"""Development commands: sample maker, screenshots, measurements. Nothing imports them."""
