import { type Html, html, type Value } from "./html.ts";

/**
 * Tables that a phone shows as rows of name and value. Their roles are stated, since browsers forget them
 * where a style makes blocks of them.
 */

export interface Column {
  readonly name: Value;
  /** A number: it stands on the right, and never breaks. */
  readonly figure?: boolean;
}

/** @param id of its body, for a script that fills it */
export const table = (
  columns: readonly Column[],
  rows: readonly (readonly Value[])[],
  { id, label }: { readonly id?: string; readonly label: Value },
): Html => html`<table role="table" aria-label="${label}">
<thead role="rowgroup"><tr role="row">${columns.map(
  ({ name, figure }) =>
    html`<th role="columnheader" scope="col"${figure && html` class="figure"`}>${name}</th>`,
)}</tr></thead>
<tbody role="rowgroup"${id !== undefined && html` id="${id}"`}>${rows.map((cells) => row(columns, cells))}</tbody>
</table>`;

const row = (columns: readonly Column[], cells: readonly Value[]): Html =>
  html`<tr role="row">${columns.map(
    ({ name, figure }, at) =>
      html`<td role="cell" data-label="${name}"${figure && html` class="figure"`}><span>${cells[at]}</span></td>`,
  )}</tr>
`;
