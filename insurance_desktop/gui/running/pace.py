"""How fast a job goes and how long it will take, from what it has reported."""

from dataclasses import dataclass

ENOUGH_SECONDS = 1.0  # a rate over less is a guess


@dataclass(slots=True)
class Pace:
    """Times are seconds of any steady clock. What was done before the first report is not counted as speed."""

    began: float | None = None
    first: int = 0
    done: int = 0
    at: float = 0.0

    def begin(self, now: float) -> None:
        self.began, self.at = now, now

    def note(self, done: int, now: float) -> None:
        """`done` steps are through."""
        if self.began is None or done < self.done:
            self.began, self.first = now, done  # a new count began
        self.done, self.at = done, now

    @property
    def per_minute(self) -> float | None:
        """Steps a minute; None while too little is known."""
        if self.began is None or self.at - self.began < ENOUGH_SECONDS or self.done <= self.first:
            return None
        return 60 * (self.done - self.first) / (self.at - self.began)

    def seconds_left(self, total: int, now: float) -> float | None:
        """Until `total` steps are through; None while too little is known."""
        rate = self.per_minute
        if rate is None or total <= self.done:
            return None
        return max(60 * (total - self.done) / rate - (now - self.at), 0.0)
