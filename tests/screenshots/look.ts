/** Returns visible layout errors of the page. Runs inside the browser, so it cannot use anything outside this function. */
export function findFlaws(): string[] {
  const named = (element: Element) =>
    `${element.tagName.toLowerCase()} "${element.textContent?.trim().slice(0, 40)}"`;
  // A table's head is hidden visually if its rows are shown as lists.
  const elements = [...document.querySelectorAll("body *:not(thead, thead *, script)")];
  const shown = elements.filter((one) => one.clientWidth > 1 && getComputedStyle(one).display !== "inline");
  // An ellipsis, and an area that scrolls, tell the reader that there is more.
  const isCut = (one: Element) => {
    const { textOverflow, overflowX } = getComputedStyle(one);
    return textOverflow !== "ellipsis" && overflowX !== "auto" && overflowX !== "scroll";
  };
  const cut = shown.filter((one) => one.scrollWidth > one.clientWidth + 1 && isCut(one));
  const broken = [...document.querySelectorAll("tbody .figure > span, .total, time, data")].filter((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const tops = [...range.getClientRects()]
      .filter(({ width }) => width > 0)
      .map(({ top }) => Math.round(top));
    return one.querySelector("svg") === null && new Set(tops).size > 1;
  });
  const { scrollWidth, clientWidth } = document.documentElement;
  return [
    ...(scrollWidth > clientWidth ? [`scrolls sideways: ${scrollWidth} in ${clientWidth}`] : []),
    ...cut.map((one) => `cuts ${named(one)}`),
    ...broken.map((one) => `breaks ${named(one)}`),
  ];
}
