# SPDX-License-Identifier: GPL-3.0-or-later
# Checked and released as docs/releasing.md says.
from spack_repo.builtin.build_systems.makefile import MakefilePackage

from spack.package import *


class Swfkit(MakefilePackage):
    """Unix filters for parallel workload logs in the Standard Workload Format. They resample the
    users of a log into new workloads, simulate schedulers on them, compute metrics, and run whole
    studies that end in confidence intervals."""

    homepage = "https://swfkit.example/"
    url = "https://swfkit.example/releases/swfkit-0.3.0.tar.gz"

    license("GPL-3.0-or-later")

    version("0.3.0", sha256="0000000000000000000000000000000000000000000000000000000000000000")

    variant("plots", default=True, description="Draw the plots of studies with gnuplot")

    depends_on("c", type="build")
    depends_on("gmake@4:", type=("build", "run"))
    depends_on("pkgconfig", type=("build", "test"))
    depends_on("gsl")
    depends_on("libcsv")
    depends_on("zlib-api")
    depends_on("gawk", type="run")
    depends_on("bash", type="run")
    depends_on("gnuplot", type="run", when="+plots")

    requires("platform=linux", msg="The Makefile knows only linkers of ELF")

    sanity_check_is_file = ["bin/swf-simulate", "lib/libswfcore.so", "share/man/man7/swfkit.7"]
    sanity_check_is_dir = ["include/swfcore", "share/swfkit/experiments"]

    build_targets = ["STATIC_LIBS="]

    @property
    def install_targets(self):
        return ["install", f"PREFIX={self.prefix}"]

    def check(self):
        make("check-quick")

    def installcheck(self):
        make("installcheck", f"PREFIX={self.prefix}")

    def test_pipeline(self):
        """resample the sample log, simulate and check the result"""
        sample = join_path(self.prefix.share, "swfkit", "data", "sample.swf.gz")
        commands = (
            ("swf-resample", "--quiet", "--output", "resampled.swf", sample),
            ("swf-simulate", "--quiet", "--output", "simulated.swf", "resampled.swf"),
            ("swf-check", "simulated.swf"),
        )
        for name, *arguments in commands:
            which(join_path(self.prefix.bin, name), required=True)(*arguments)

    def test_version(self):
        """a command tells the version of the package"""
        swf_check = which(self.prefix.bin.join("swf-check"), required=True)
        assert str(self.version) in swf_check("--version", output=str.split)
