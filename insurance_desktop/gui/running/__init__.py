"""Work beside the event loop: jobs and their threads, how fast they go, and how a failure is told."""
