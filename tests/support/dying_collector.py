"""A process to be killed while it collects: `python dying_collector.py LIBRARY BASE_URL STEP COUNT`.

At the COUNT-th statement of its write transactions it says `inside` and waits to be killed; a COUNT that it never
reaches lets it end. The pace is the fake clock's: the kill is what this is about.
"""

import sys
from pathlib import Path

from collected_library import open_collected
from stand_in_site import FakeClock

from insurance_desktop.services.collecting import runs
from insurance_desktop.services.collecting.session import CollectionRequest, Outside
from insurance_desktop.store.database import Connection


def stop_inside_writes(count):
    left = [count]

    def after(call):
        def counted(self, *arguments):
            answer = call(self, *arguments)
            if self._depth:
                left[0] -= 1
                if not left[0]:
                    say("inside")
                    sys.stdin.read()
            return answer

        return counted

    Connection.rows, Connection.run_many = after(Connection.rows), after(Connection.run_many)


def say(word):
    sys.stdout.write(word + "\n")
    sys.stdout.flush()


def main(path, base_url, step, count):
    with open_collected(path) as workspace:
        stop_inside_writes(count)
        given = (workspace.library,) if step == "discover" else (workspace.library, workspace.converter)
        request = CollectionRequest("pingan-life", base_url=base_url)
        getattr(runs, step)(*given, request, outside=Outside(clock=FakeClock()))
    say("ended")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4]))
