import { skillNames, skills } from "./knowledge/index.ts";
import { isPlanned, type ModelName, modelNames } from "./models.ts";

/**
 * What there is to read (spec 3, section 2.8): one static resource, two templates, and what these make.
 * `read.ts` reads it.
 */

export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

export interface Template extends Omit<Resource, "uri"> {
  readonly uriTemplate: string;
  /** The name of its variable, and all that it may stand for. */
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

/** What a model stands for, where its name could mean several things. */
const meanings: Readonly<Partial<Record<ModelName, string>>> = {
  transaction:
    ". It is either a movement in a wallet (svc_get_transactions: id, walletId, asset, type, flow, amount, from, timestamp) or the record of a " +
    "payment with the world outside (svc_get_payments: id, type, status, amount, currency, refunded, description, cardLast4, needsApproval, " +
    "failureReason, createdAt, completedAt)",
};

const PLANNED = ". Planned: no tool and no route has any so far";

/** Every resource by its own URI: the configuration, all models, all skills. */
export const resources: readonly Resource[] = [
  config,
  ...modelNames.map((name) => ({
    uri: `svc://models/${name}`,
    name,
    title: `Data model ${name}`,
    description: `Fields and relations of ${name}${meanings[name] ?? ""}${isPlanned(name) ? PLANNED : ""}`,
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

/** What a template's variable may stand for, of what begins so: `ky` gives kycSubmission, kycDocument. */
export function complete(uriTemplate: string, variable: string, typed: string): readonly string[] {
  const template = templates.find((one) => one.uriTemplate === uriTemplate && one.variable === variable);
  const prefix = typed.toLowerCase();
  return template?.values.filter((value) => value.toLowerCase().startsWith(prefix)) ?? [];
}
