import * as z from "zod";
import { webhookDisabled } from "../../webhooks/events.ts";
import { type Letters, letter, userId } from "./letter.ts";

/** Letters about one's webhooks. */

const whyDisabled = {
  gone: {
    fr: "son destinataire a répondu qu'elle n'existe plus (410)",
    en: "its receiver answered that it is gone (410)",
  },
  failing: {
    fr: "plus rien n'y est arrivé depuis cinq jours",
    en: "nothing has arrived there for five days",
  },
} as const;

// Name and address are the reader's own text.
const disabledWebhook = letter(
  z.object({ userId, name: z.string(), url: z.string(), reason: z.enum(["gone", "failing"]) }),
  false,
  ({ name: webhook, url, reason }, { name }) => ({
    fr: {
      subject: "Votre webhook est désactivé",
      text:
        `Bonjour ${name},\n\nNous avons désactivé votre webhook « ${webhook} » (${url}) : ${whyDisabled[reason].fr}. ` +
        "Rien ne lui est plus envoyé. Réactivez-le lorsque son adresse répond ; les envois abandonnés restent listés 30 jours et peuvent être rejoués.\n",
    },
    en: {
      subject: "Your webhook is disabled",
      text:
        `Hello ${name},\n\nWe have disabled your webhook "${webhook}" (${url}): ${whyDisabled[reason].en}. Nothing more is sent to ` +
        "it. Enable it again once its address answers; deliveries that were given up are listed for 30 days and can be replayed.\n",
    },
  }),
);

export const webhooks: Letters = [[webhookDisabled.type, disabledWebhook]];
