import { asset } from "../../contract/web.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import { fail, NotFound } from "../../core/kernel/errors.ts";
import { logoOf, type ProgramCategory } from "../../core/loyalty/programs/schema.ts";
import { serve } from "../_chain/serve.ts";
import { html } from "../_page/html.ts";

/** Draws an asset's logo: its symbol on a disc in a color derived from the symbol. */
function badge(symbol: string): string {
  const hue = [...symbol].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 360, 7);
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64" role="img" aria-label="${symbol}">
<circle cx="32" cy="32" r="32" fill="hsl(${hue},55%,38%)"/>
<text x="32" y="38" font-family="sans-serif" font-weight="700" font-size="${symbol.length > 3 ? 15 : 19}" text-anchor="middle" fill="#fff">${symbol}</text>
</svg>
`.text;
}

export const handler = serve(asset, async ({ params }) => {
  const path = `/assets/${params.file}`;
  const found = Assets.list().find(({ logoUrl }) => logoUrl === path);
  const picture = found ? badge(found.symbol) : logoAt(path);
  if (picture === undefined) throw fail(NotFound);
  return picture;
});

/** Default logos of loyalty programs by category: white signs on a colored field. */

interface Picture {
  readonly label: string;
  readonly colours: readonly [from: string, to: string];
  /** An SVG path in a 64 by 64 square. */
  readonly sign: string;
}

const pictures: Readonly<Record<ProgramCategory, Picture>> = {
  food: {
    label: "Cup",
    colours: ["#b45309", "#7c2d12"],
    sign: "M18 27h24v10a9 9 0 0 1-9 9h-6a9 9 0 0 1-9-9zM42 30h3a5 5 0 0 1 0 10h-3.4M25 21c-2-3 2-4 0-7M34 21c-2-3 2-4 0-7M16 51h28",
  },
  groceries: {
    label: "Basket",
    colours: ["#15803d", "#14532d"],
    sign: "M14 28h36l-4 20H18zM22 28l7-13M42 28l-7-13M25 34v9M32 34v9M39 34v9",
  },
  fashion: {
    label: "Hanger",
    colours: ["#be185d", "#701a4d"],
    sign: "M27 20a5 5 0 1 1 7 4.6c-1.500 .7-2 1.500-2 3.400L52 44a3 3 0 0 1-2 5H14a3 3 0 0 1-2-5l20-16",
  },
  beauty: {
    label: "Flower",
    colours: ["#a21caf", "#581c87"],
    sign: "M27 19a5 5 0 1 1 10 0 5 5 0 1 1-10 0M18 26a5 5 0 1 1 10 0 5 5 0 1 1-10 0M36 26a5 5 0 1 1 10 0 5 5 0 1 1-10 0M22 36a5 5 0 1 1 10 0 5 5 0 1 1-10 0M32 36a5 5 0 1 1 10 0 5 5 0 1 1-10 0M29 28a3 3 0 1 1 6 0 3 3 0 1 1-6 0M32 41v12",
  },
  culture: {
    label: "Book",
    colours: ["#1d4ed8", "#1e2a78"],
    sign: "M32 20c-5-4-12-4-18-3v28c6-1 13-1 18 3 5-4 12-4 18-3V17c-6-1-13-1-18 3zM32 20v28",
  },
  travel: {
    label: "Plane",
    colours: ["#0e7490", "#164e63"],
    sign: "M12 36l40-16-9 26-10-8-6 8-2-11zM25 35l18-9-10 12",
  },
  sport: {
    label: "Shoe",
    colours: ["#c2410c", "#7f1d1d"],
    sign: "M12 44V27l8 3c3 4 7 4 10 1l12 8c5 1 10 2 10 8H12zM28 32l4-4M33 36l4-4",
  },
  home: {
    label: "House",
    colours: ["#4d7c0f", "#365314"],
    sign: "M12 32l20-17 20 17M18 28v20h28V28M28 48V37h8v11",
  },
  other: {
    label: "Star",
    colours: ["#475569", "#1e293b"],
    sign: "M32 14l5.500 11.500L50 27.200l-9 8.800 2.200 12.500L32 42.500l-11.200 6L23 36l-9-8.800 12.500-1.700z",
  },
};

const draw = ({ label, colours: [from, to], sign }: Picture): string =>
  html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="128" height="128" role="img" aria-label="${label}">
<defs><linearGradient id="field" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
<rect width="64" height="64" rx="14" fill="url(#field)"/>
<path d="${sign}" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>
</svg>
`.text;

const byPath = new Map(
  Object.entries(pictures).map(([category, picture]) => [logoOf(category), picture] as const),
);

function logoAt(path: string): string | undefined {
  const picture = byPath.get(path);
  return picture && draw(picture);
}
