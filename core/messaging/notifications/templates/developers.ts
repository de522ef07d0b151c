import * as z from "zod";
import { jobDone, jobFailed, shareReceived, webhookDisabled } from "../../events.ts";
import { frequentJobTemplate, jobTemplate, type Templates, textsBy, userId } from "./template.ts";

/** Jobs, which the notification stream shows too, and webhooks. Messages do not name the user who shared a job. */

const ofJob = z
  .object({ userId, data: z.object({ type: z.string() }) })
  .transform(({ data, ...more }) => ({ ...more, job: data.type }));

/** Returns the name of a job's type. Only the platform's own types have one. */
const nameOf = textsBy(
  {
    "statement-export": { fr: "Votre relevé", en: "Your statement" },
    "portfolio-report": { fr: "Votre rapport de portefeuille", en: "Your portfolio report" },
    "tax-report": { fr: "Votre rapport fiscal", en: "Your tax report" },
  },
  { fr: "Votre tâche", en: "Your job" },
);

const shortMessage = (subject: string, short: string) => ({ subject, short, body: short });

const ofWebhook = z.object({
  userId,
  name: z.string(),
  url: z.string(),
  reason: z.enum(["gone", "failing"]),
});
const reasons = {
  gone: {
    fr: "son destinataire a répondu que l'adresse n'existe plus (410)",
    en: "its receiver answered that the address no longer exists (410)",
  },
  failing: {
    fr: "aucun envoi n'a abouti depuis cinq jours",
    en: "no delivery has succeeded for five days",
  },
};

export const developers: Templates = [
  frequentJobTemplate(jobDone, ofJob, {
    fr: ({ job }) =>
      shortMessage("Votre résultat est prêt", `${nameOf(job).fr} : le résultat est disponible.`),
    en: ({ job }) => shortMessage("Your result is ready", `${nameOf(job).en}: the result is available.`),
  }),
  frequentJobTemplate(jobFailed, ofJob, {
    fr: ({ job }) => shortMessage("Un traitement a échoué", `${nameOf(job).fr} : le traitement a échoué.`),
    en: ({ job }) => shortMessage("A job has failed", `${nameOf(job).en}: the processing failed.`),
  }),
  frequentJobTemplate(shareReceived, z.object({ userId }), {
    fr: () =>
      shortMessage("Un résultat a été partagé avec vous", "Un utilisateur a partagé un résultat avec vous."),
    en: () => shortMessage("A result was shared with you", "A user has shared a result with you."),
  }),
  jobTemplate(webhookDisabled, ofWebhook, {
    own: ["name", "url"],
    fr: ({ name, url, reason }) => ({
      subject: "Votre webhook est désactivé",
      short: `Nous avons désactivé votre webhook « ${name} » : ${reasons[reason].fr}.`,
      body:
        `Nous avons désactivé votre webhook « ${name} » (${url}) : ${reasons[reason].fr}. ` +
        "Il ne reçoit plus d'événements. Réactivez-le lorsque son adresse répond de nouveau ; les envois échoués restent affichés 30 jours et peuvent être relancés.",
    }),
    en: ({ name, url, reason }) => ({
      subject: "Your webhook is disabled",
      short: `We have disabled your webhook "${name}": ${reasons[reason].en}.`,
      body:
        `We have disabled your webhook "${name}" (${url}): ${reasons[reason].en}. It no longer receives ` +
        "events. Enable it again once its address responds; failed deliveries are listed for 30 days and can be replayed.",
    }),
  }),
];
