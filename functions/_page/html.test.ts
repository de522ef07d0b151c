import { expect, test } from "vitest";
import { html, raw } from "./html.ts";

test("what goes into html is text, in content and in attributes", () => {
  const given = `<img src=x onerror="a('b')">&`;
  expect(html`<p title="${given}">${given}</p>`.text).toBe(
    '<p title="&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;">&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;</p>',
  );
});

test("html in html stays html, lists are joined, nothing is nothing", () => {
  const items = ["<a>", "b"].map((one) => html`<li>${one}</li>`);
  expect(html`<ul>${items}${undefined}${false}${0}${raw("<hr>")}</ul>`.text).toBe(
    "<ul><li>&lt;a&gt;</li><li>b</li>0<hr></ul>",
  );
});
