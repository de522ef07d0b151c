import { type ErrorDefinition, isAnyOf } from "../../core/kernel/errors.ts";
import type { Text } from "../../core/kernel/texts/index.ts";
import { type Html, html } from "./html.ts";

/** What a form's work refuses, for the form to be shown again with it. */

/** @returns the refusal's words where it is one of these; undefined once the work is done. @throws any other */
export async function refusalOf(
  work: Promise<unknown>,
  refusals: readonly ErrorDefinition[],
): Promise<Text | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (isAnyOf(error, refusals)) return error.text;
    throw error;
  }
}

/** A refusal above the form that it is of. */
export const alert = (problem: Text | undefined): Html | false =>
  problem !== undefined && html`<p class="alert" role="alert">${problem}</p>`;
