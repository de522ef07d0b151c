import { skillNames, skills } from "./knowledge/index.ts";
import { isPlanned, type ModelName, modelNames } from "./models.ts";

/** The list of resources (spec 3, section 2.8): one static resource, two templates, and the resources of these. */

export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

export interface Template extends Omit<Resource, "uri"> {
  readonly uriTemplate: string;
  /** The name of its variable, and the allowed values. */
  readonly variable: string;
  readonly values: readonly string[];
}

const JSON_TYPE = "application/json";
const MARKDOWN = "text/markdown";

const config: Resource = {
  uri: "svc://config",
  name: "config",
  title: "Platform configuration",
  description: "Version, features, limits, wallet types, KYC statuses and supported chains",
  mimeType: JSON_TYPE,
};

export const templates: readonly Template[] = [
  {
    uriTemplate: "svc://models/{model}",
    name: "models",
    title: "Data model",
    description: "Name, fields and relations of one data model",
    mimeType: JSON_TYPE,
    variable: "model",
    values: modelNames,
  },
  {
    uriTemplate: "svc://knowledge/{skill}",
    name: "knowledge",
    title: "Knowledge",
    description: "A knowledge domain as Markdown, with its sources",
    mimeType: MARKDOWN,
    variable: "skill",
    values: skillNames,
  },
];

/** Explanations of models whose names are ambiguous. */
const explanations: Readonly<Partial<Record<ModelName, string>>> = {
  transaction:
    ". It is either a movement in a wallet (svc_get_transactions: id, walletId, asset, type, flow, amount, from, timestamp) or the record of a " +
    "payment by card or bank (svc_get_payments: id, type, status, amount, currency, refunded, description, cardLast4, needsApproval, " +
    "failureReason, createdAt, completedAt)",
};

const PLANNED = ". Planned: no tool and no route returns it yet";

/** All resources: the configuration, the models and the skills. */
export const resources: readonly Resource[] = [
  config,
  ...modelNames.map((name) => ({
    uri: `svc://models/${name}`,
    name,
    title: `Data model ${name}`,
    description: `Fields and relations of ${name}${explanations[name] ?? ""}${isPlanned(name) ? PLANNED : ""}`,
    mimeType: JSON_TYPE,
  })),
  ...skillNames.map((name) => ({
    uri: `svc://knowledge/${name}`,
    name,
    title: skills[name].title,
    description: skills[name].description,
    mimeType: MARKDOWN,
  })),
];

/** Returns the values of a template's variable with a prefix: `ky` gives kycSubmission and kycDocument. */
export function complete(uriTemplate: string, variable: string, typed: string): readonly string[] {
  const template = templates.find((one) => one.uriTemplate === uriTemplate && one.variable === variable);
  const prefix = typed.toLowerCase();
  return template?.values.filter((value) => value.toLowerCase().startsWith(prefix)) ?? [];
}
