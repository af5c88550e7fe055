"""The start of the built program (build.spec). Its worker processes start here too and must not open a second one."""

import multiprocessing
import runpy

if __name__ == "__main__":
    multiprocessing.freeze_support()
    runpy.run_module("insurance_desktop", run_name="__main__", alter_sys=True)
