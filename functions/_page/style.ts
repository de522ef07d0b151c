/**
 * The style sheet of the pages: light or dark by the visitor's setting, one column on narrow screens, where a table's rows
 * become lists of names and values.
 */
export const STYLE = `
:root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--text:#16191f;--soft:#5a6472;--line:#d9dee6;--edge:#858f9d;--accent:#1d4ed8;--on-accent:#fff;--good:#067647;--bad:#b42318;--bad-bg:#fef3f2}
@media (prefers-color-scheme:dark){:root{--bg:#0f1216;--card:#181d24;--text:#eceff4;--soft:#a3adbb;--line:#2d3540;--edge:#6b7687;--accent:#8ab4ff;--on-accent:#0b1220;--good:#75e0a7;--bad:#ffb4ab;--bad-bg:#3a1512}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
a{color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
main:focus{outline:none}
.skip{position:absolute;left:-999px}
.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem}
header,main,footer{max-width:60rem;margin:0 auto;padding:1rem 1.25rem}
header,nav{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;align-items:center}
header a,header .who{display:inline-block;padding:.3rem 0}
header .brand{font-weight:700;font-size:1.15rem;color:var(--text);text-decoration:none}
header .account{margin-left:auto}
header .who{color:var(--soft)}
nav a[aria-current]{color:var(--text);font-weight:600;text-decoration-thickness:2px;text-underline-offset:.35em}
footer{color:var(--soft);font-size:.875rem}
h1{font-size:clamp(1.6rem,5vw,2.3rem);line-height:1.2;margin:.5rem 0 1rem}
h2{font-size:1.15rem;margin:0 0 .5rem}
.lead{font-size:1.1rem;color:var(--soft);max-width:42rem}
.grid{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));margin:1.5rem 0;padding:0;list-style:none}
.card{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1.25rem}
.narrow{max-width:26rem;margin:1rem auto}
.narrow h1{font-size:1.6rem}
section.card+.card{margin-top:1rem}
.card p:last-child{margin-bottom:0}
form{margin:0}
label{display:block;font-weight:600;margin:.9rem 0 .3rem}
input,select{width:100%;padding:.65rem .75rem;font:inherit;color:inherit;background:var(--bg);border:1px solid var(--edge);border-radius:.5rem}
[type=checkbox]{width:1.1rem;height:1.1rem;flex:none}
label:has([type=checkbox]){display:flex;gap:.6rem;align-items:center}
input[aria-invalid=true]{border-color:var(--bad)}
form.row{display:flex;flex-wrap:wrap;gap:0 1rem;align-items:end;max-width:32rem}
form.row div{flex:1 1 14rem}
form.row select,form.row button{height:3rem;padding-block:0}
form.row button{flex:0 1 auto;width:auto}
.hint{color:var(--soft);font-size:.875rem;margin:.3rem 0 0}
.problem{color:var(--bad);font-size:.875rem;margin:.3rem 0 0}
.problem:empty{display:none}
.alert{background:var(--bad-bg);color:var(--bad);border:1px solid currentColor;border-radius:.5rem;padding:.65rem .85rem;margin:0 0 1rem}
.alert[hidden]{display:none}
.done{border:1px solid currentColor;color:var(--good);border-radius:.5rem;padding:.65rem .85rem;margin:0 0 1rem}
.slim{max-width:26rem}
.slim+.slim,.slim+h2,p+h2,form+h2{margin-top:1.5rem}
button,.button{display:inline-block;width:100%;margin-top:1rem;padding:.7rem 1rem;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer;border-radius:.5rem;border:1px solid var(--accent);background:var(--accent);color:var(--on-accent)}
button.quiet,.button.quiet{background:transparent;color:var(--accent)}
button[disabled]{opacity:.6;cursor:progress}
header button,td button{width:auto;margin:0;padding:.3rem .9rem}
.inline{width:auto;margin-right:.75rem}
.or{display:flex;align-items:center;gap:.75rem;color:var(--soft);margin:1.25rem 0 .25rem}
.or::before,.or::after{content:"";flex:1;border-top:1px solid var(--line)}
.badge{display:inline-block;border:1px solid var(--line);border-radius:1rem;padding:.1rem .7rem;font-size:.875rem;color:var(--soft)}
.picture{display:block;width:100%;height:auto;margin:2rem 0 0;border:1px solid var(--line);border-radius:1rem}
.total{font-size:1.9rem;font-weight:700;margin:0;font-variant-numeric:tabular-nums}
pre{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.85rem;font-size:.875rem}
dt{margin-top:1rem;scroll-margin-top:1rem}
dd{margin:.25rem 0 0}
dt:target+dd{border-left:3px solid var(--accent);padding-left:.75rem}
table{width:100%;border-collapse:collapse}
th,td{text-align:left;padding:.6rem .5rem;border-bottom:1px solid var(--line)}
tbody tr:last-child td{border-bottom:0}
th{color:var(--soft);font-size:.875rem;font-weight:600}
th,time,.figure,.total{white-space:nowrap;overflow-wrap:normal}
.figure{text-align:right;font-variant-numeric:tabular-nums}
.up{color:var(--good)}
.down{color:var(--bad)}
.unseen{visibility:hidden}
.named{color:inherit;text-decoration:none}
.named:hover{text-decoration:underline}
.spark-box{display:inline-block;width:96px;height:32px;vertical-align:middle}
.spark{fill:none;stroke:var(--accent);stroke-width:1.5}
td img,td svg{vertical-align:middle}
td img{margin-right:.5rem}
@media (max-width:48rem){
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table,tbody,tr,td{display:block}
tr{padding:.75rem 0;border-bottom:1px solid var(--line)}
tbody tr:last-child{border-bottom:0;padding-bottom:0}
td{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding:.15rem 0;border:0;text-align:right}
td::before{content:attr(data-label);color:var(--soft)}
td>span{margin-left:auto}
td:first-child{font-weight:600}
td:first-child::before{content:none}
td:first-child>span{margin-left:0}
}
@media (prefers-reduced-motion:no-preference){button,.button{transition:opacity .15s}button:hover,.button:hover{opacity:.88}}
`;
