"""Where the system has no Chinese font, PDFium is lent the program's own: pages keep their words."""

import subprocess
import sys

from marks import linux_only

BARE = """
import sys
import pypdfium2
from insurance_desktop.convert.reading import pdfium_library as library

library.SYSTEM_FOLDERS = (sys.argv[1],)
library.look_in(pypdfium2.raw, library.SYSTEM_FOLDERS)
print(library.draws_chinese(pypdfium2), library.draws_chinese(library.pdfium()))
"""


@linux_only("other systems bring Chinese fonts")
def test_a_page_whose_font_is_only_named_shows_its_words_on_a_system_without_chinese_fonts(tmp_path):
    done = subprocess.run([sys.executable, "-c", BARE, tmp_path], check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["False", "True"]
