# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes a picture of a page in a browser: page-picture.py PAGE PICTURE WIDTH HEIGHT

The picture is a PNG of the top of the page, such as docs/gallery/report.png.
"""

import base64
import pathlib
import sys

from browser import Browser


def main():
    page, picture, width, height = sys.argv[1:]
    browser = Browser()
    browser.show(int(width), int(height))
    browser.open(pathlib.Path(page).resolve().as_uri())
    shot = browser.call("Page.captureScreenshot", format="png")
    pathlib.Path(picture).write_bytes(base64.b64decode(shot["data"]))
    browser.close()


if __name__ == "__main__":
    main()
