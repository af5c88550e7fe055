"""The window: Qt lives here and only here. Every button is one short function that calls one service method."""
