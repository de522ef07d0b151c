import * as z from "zod";
import { webhookDisabled } from "../../webhooks/events.ts";
import { type Templates, template, userId } from "./template.ts";

/** E-mails about one's webhooks. */

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

// Name and address are the account's own text.
const disabledWebhook = template(
  z.object({ userId, name: z.string(), url: z.string(), reason: z.enum(["gone", "failing"]) }),
  ({ name: webhook, url, reason }, _, quote) => ({
    fr: [
      "Votre webhook est désactivé",
      `Nous avons désactivé votre webhook « ${quote(webhook)} » (${quote(url)}) : ${whyDisabled[reason].fr}. ` +
        "Rien ne lui est plus envoyé. Réactivez-le lorsque son adresse répond ; les envois abandonnés restent listés 30 jours et peuvent être rejoués.",
    ],
    en: [
      "Your webhook is disabled",
      `We have disabled your webhook "${quote(webhook)}" (${quote(url)}): ${whyDisabled[reason].en}. Nothing more is sent to ` +
        "it. Enable it again once its address answers; deliveries that were given up are listed for 30 days and can be replayed.",
    ],
  }),
);

export const webhooks: Templates = [[webhookDisabled.type, disabledWebhook]];
