# Of a table of swf-summary, for plots: where there is no interval, as of few workloads, it is that
# of the mean alone, so that the mean is drawn.
BEGIN { FS = OFS = "," }
NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
NR > 1 && $at["low"] == "" { $at["low"] = $at["high"] = $at["mean"] }
{ print }
