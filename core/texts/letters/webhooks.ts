import type { InLanguages } from "../../kernel/texts/index.ts";
import { letter } from "../letter.ts";

/** Letters about one's webhooks. */

type Reason = "gone" | "failing";

const reasons: Readonly<Record<Reason, InLanguages<string>>> = {
  gone: {
    fr: "son destinataire a répondu qu'elle n'existe plus (410)",
    en: "its receiver answered that it is gone (410)",
  },
  failing: {
    fr: "plus rien n'y est arrivé depuis cinq jours",
    en: "nothing has arrived there for five days",
  },
};

interface Disabled {
  readonly name: string;
  readonly url: string;
  readonly reason: Reason;
}

export const disabled = letter<Disabled>({
  fr: ({ name, url, reason }) => ({
    subject: "Votre webhook est désactivé",
    short: `Nous avons désactivé votre webhook « ${name} » : ${reasons[reason].fr}.`,
    body:
      `Nous avons désactivé votre webhook « ${name} » (${url}) : ${reasons[reason].fr}. ` +
      "Rien ne lui est plus envoyé. Réactivez-le lorsque son adresse répond ; les envois abandonnés restent listés 30 jours et peuvent être rejoués.",
  }),
  en: ({ name, url, reason }) => ({
    subject: "Your webhook is disabled",
    short: `We have disabled your webhook "${name}": ${reasons[reason].en}.`,
    body:
      `We have disabled your webhook "${name}" (${url}): ${reasons[reason].en}. Nothing more is sent to ` +
      "it. Enable it again once its address answers; deliveries that were given up are listed for 30 days and can be replayed.",
  }),
});
