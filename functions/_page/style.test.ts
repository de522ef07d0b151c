import { describe, expect, test } from "vitest";
import { STYLE } from "./style.ts";

/** The style sheet's promises that need no browser. */

const colours = (block: string): Record<string, string> =>
  Object.fromEntries(
    [...block.matchAll(/--([\w-]+):(#[0-9a-f]{3,6})/g)].map(([, name = "", hex = ""]) => [name, hex]),
  );

const [light = {}, dark = {}] = [...STYLE.matchAll(/:root\{([^}]*)\}/g)].map(([, block = ""]) =>
  colours(block),
);

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const full = hex.length === 4 ? hex.replace(/[0-9a-f]/g, "$&$&") : hex;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(full.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const TEXT = ["text", "soft", "accent", "good", "bad"];

describe.each([
  ["by day", light],
  ["by night", dark],
])("%s", (_, palette) => {
  test.each(TEXT)("%s is read on the page and on a card: a contrast of 4.5 at least (WCAG AA)", (name) => {
    for (const ground of ["bg", "card"])
      expect(contrast(palette[name] ?? "", palette[ground] ?? ""), ground).toBeGreaterThanOrEqual(4.5);
  });

  test("buttons and alerts are read, and the edge of a field is seen: a contrast of 3", () => {
    expect(contrast(palette["on-accent"] ?? "", palette["accent"] ?? "")).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette["bad"] ?? "", palette["bad-bg"] ?? "")).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette["edge"] ?? "", palette["card"] ?? "")).toBeGreaterThanOrEqual(3);
  });
});

test("nothing is fetched from elsewhere, and no number breaks", () => {
  expect(STYLE).not.toMatch(/@import|url\(/);
  expect(STYLE).toMatch(/\.figure[^{]*\{white-space:nowrap/);
});
