# SPDX-License-Identifier: GPL-3.0-or-later
# Checked and released as docs/releasing.md says.
class Swfkit < Formula
  desc "Evaluate parallel job schedulers on workload logs"
  homepage "https://swfkit.example/"
  url "https://swfkit.example/releases/swfkit-0.3.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "GPL-3.0-or-later"

  depends_on "gnuplot"
  depends_on "gsl"
  depends_on "libcsv"
  # The Makefile knows only linkers of ELF.
  depends_on :linux
  depends_on "zlib-ng-compat"

  def install
    system "make", "STATIC_LIBS="
    system "make", "install", "PREFIX=#{prefix}"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/swf-check --version")
    sample = pkgshare/"data/sample.swf.gz"
    pipeline = "#{bin}/swf-resample --quiet #{sample} | #{bin}/swf-simulate --quiet"
    (testpath/"simulated.swf").write shell_output(pipeline)
    system bin/"swf-check", "simulated.swf"
  end
end
