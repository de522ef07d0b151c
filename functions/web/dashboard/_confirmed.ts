import { text } from "../../../core/kernel/texts/index.ts";

/** The message of a page to which a user returns after a proof. */
export const confirmedMessage = text(
  "You have confirmed that it is you. Please repeat your change.",
  "Vous avez confirmé votre identité. Veuillez refaire votre modification.",
);
