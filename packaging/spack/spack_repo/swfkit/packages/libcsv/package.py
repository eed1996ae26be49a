# SPDX-License-Identifier: GPL-3.0-or-later
from spack_repo.builtin.build_systems.autotools import AutotoolsPackage

from spack.package import *


class Libcsv(AutotoolsPackage):
    """A small, fast library in C that parses and writes CSV."""

    homepage = "https://sourceforge.net/projects/libcsv/"
    url = (
        "https://downloads.sourceforge.net/project/libcsv/libcsv/libcsv-3.0.3/libcsv-3.0.3.tar.gz"
    )

    license("LGPL-2.1-or-later")

    version("3.0.3", sha256="d9c0431cb803ceb9896ce74f683e6e5a0954e96ae1d9e4028d6e0f967bebd7e4")

    depends_on("c", type="build")

    sanity_check_is_file = ["include/csv.h", "lib/libcsv.so"]

    def configure_args(self):
        return ["--disable-static"]
