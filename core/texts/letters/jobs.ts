import type { InLanguages } from "../../kernel/texts/index.ts";
import { letter } from "../letter.ts";

/** What is said of jobs: on a screen's edge and in the app, by no mail. */

interface Job {
  /** Its type: one of the platform's own has a name, any other is whatever its worker is called. */
  readonly job: string;
}

const names: Readonly<Record<string, InLanguages<string>>> = {
  "statement-export": { fr: "Votre relevé", en: "Your statement" },
  "portfolio-report": { fr: "Votre rapport de portefeuille", en: "Your portfolio report" },
  "tax-report": { fr: "Votre rapport fiscal", en: "Your tax report" },
};

const other: InLanguages<string> = { fr: "Votre tâche", en: "Your job" };
const nameOf = (job: string): InLanguages<string> => names[job] ?? other;

const said = (subject: string, short: string) => ({ subject, short, body: short });

export const done = letter<Job>({
  fr: ({ job }) => said("C'est prêt", `${nameOf(job).fr} : le résultat est disponible.`),
  en: ({ job }) => said("It is ready", `${nameOf(job).en}: the result is there.`),
});

export const failed = letter<Job>({
  fr: ({ job }) => said("Cela n'a pas abouti", `${nameOf(job).fr} : le travail a échoué.`),
  en: ({ job }) => said("It did not work out", `${nameOf(job).en}: the work has failed.`),
});

export const shared = letter<unknown>({
  fr: () => said("Un partage pour vous", "Quelqu'un a partagé un résultat avec vous."),
  en: () => said("Something was shared with you", "Somebody has shared a result with you."),
});
