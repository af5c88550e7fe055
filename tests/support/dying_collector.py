"""A life to be killed while it collects (`lives.said_until_killed`).

At the COUNT-th statement of its write transactions it says `inside` and waits to be killed; a COUNT that it never
reaches lets it end. The pace is the fake clock's: the kill is what this is about.
"""

from collected_library import open_collected
from stand_in_site import FakeClock

from insurance_desktop.services.collecting import runs
from insurance_desktop.services.collecting.session import CollectionRequest, Outside
from insurance_desktop.store.database import Connection


def stop_inside_writes(pipe, count):
    left = [count]

    def after(call):
        def counted(self, *arguments):
            answer = call(self, *arguments)
            if self._depth:
                left[0] -= 1
                if not left[0]:
                    pipe.send(("inside",))
                    pipe.recv()
            return answer

        return counted

    Connection.rows, Connection.run_many = after(Connection.rows), after(Connection.run_many)


def main(pipe, path, base_url, step, count):
    with open_collected(path) as workspace:
        stop_inside_writes(pipe, count)
        given = (workspace.library,) if step == "discover" else (workspace.library, workspace.converter)
        request = CollectionRequest("pingan-life", base_url=base_url)
        getattr(runs, step)(*given, request, outside=Outside(clock=FakeClock()))
    pipe.send(("ended",))
