import * as z from "zod";
import { jobDone, jobFailed, shareReceived, webhookDisabled } from "../../events.ts";
import { frequentJobTemplate, jobTemplate, type Templates, textsBy, userId } from "./template.ts";

/** Jobs, which the notification stream shows too, and webhooks. The name of a sharing user is not repeated. */

const ofJob = z
  .object({ userId, data: z.object({ type: z.string() }) })
  .transform(({ data, ...more }) => ({ ...more, job: data.type }));

/** Returns the name of a type of jobs: the platform's own types have one. */
const nameOf = textsBy(
  {
    "statement-export": { fr: "Votre relevé", en: "Your statement" },
    "portfolio-report": { fr: "Votre rapport de portefeuille", en: "Your portfolio report" },
    "tax-report": { fr: "Votre rapport fiscal", en: "Your tax report" },
  },
  { fr: "Votre tâche", en: "Your job" },
);

const inShort = (subject: string, short: string) => ({ subject, short, body: short });

const ofWebhook = z.object({
  userId,
  name: z.string(),
  url: z.string(),
  reason: z.enum(["gone", "failing"]),
});
const reasons = {
  gone: {
    fr: "son destinataire a répondu qu'elle n'existe plus (410)",
    en: "its receiver answered that it is gone (410)",
  },
  failing: {
    fr: "plus rien n'y est arrivé depuis cinq jours",
    en: "nothing has arrived there for five days",
  },
};

export const developers: Templates = [
  frequentJobTemplate(jobDone, ofJob, {
    fr: ({ job }) => inShort("C'est prêt", `${nameOf(job).fr} : le résultat est disponible.`),
    en: ({ job }) => inShort("It is ready", `${nameOf(job).en}: the result is there.`),
  }),
  frequentJobTemplate(jobFailed, ofJob, {
    fr: ({ job }) => inShort("Cela n'a pas abouti", `${nameOf(job).fr} : le travail a échoué.`),
    en: ({ job }) => inShort("It did not work out", `${nameOf(job).en}: the work has failed.`),
  }),
  frequentJobTemplate(shareReceived, z.object({ userId }), {
    fr: () => inShort("Un partage pour vous", "Quelqu'un a partagé un résultat avec vous."),
    en: () => inShort("Something was shared with you", "Somebody has shared a result with you."),
  }),
  jobTemplate(webhookDisabled, ofWebhook, {
    own: ["name", "url"],
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
  }),
];
