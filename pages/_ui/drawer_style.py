"""The look of the tables in the drawers beside the work; colours lean on the text's, so they fit both themes."""

STYLE = """<style>
.drawer{font-size:13px;line-height:1.45;font-variant-numeric:tabular-nums}
.drawer p{margin:0 0 8px}
.drawer h4{font-size:13px;margin:14px 0 4px;padding:0}
.drawer table{border-collapse:collapse;width:100%}
.drawer th{text-align:left;font-weight:600;font-size:12px;opacity:.72;padding:4px 8px 4px 0}
.drawer td{padding:5px 8px 5px 0;vertical-align:top;border-top:1px solid color-mix(in srgb,currentColor 13%,transparent)}
.drawer .num{text-align:right;white-space:nowrap}
.drawer tr.sum td{font-weight:650}
.drawer small{display:block;opacity:.72;font-size:12px}
.drawer .big{font-size:1.15rem;font-weight:650}
.drawer .pass{color:color-mix(in srgb,#1f8a4c 75%,currentColor)}
.drawer .fail{color:color-mix(in srgb,#e0362b 75%,currentColor);font-weight:600}
.drawer a{color:inherit;text-underline-offset:2px}
.drawer .not_checked{opacity:.72}
</style>"""
