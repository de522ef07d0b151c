import { ModelNotFound, ResourceNotFound, SkillNotFound } from "../../../contract/mcp/errors.ts";
import { fail } from "../../../core/kernel/errors.ts";
import { text } from "../../../core/kernel/texts/index.ts";
import { config } from "./config.ts";
import { isSkillName, skillNames, textOf } from "./knowledge/index.ts";
import { isModelName, model, modelNames } from "./models.ts";

/** A resource's content, which is the same for every key. */
export interface Content {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

const URI = /^svc:\/\/(?:(config)|models\/([^/?#]*)|knowledge\/([^/?#]*))$/;

/** Reads a resource. @throws RESOURCE_NOT_FOUND; MODEL_NOT_FOUND and SKILL_NOT_FOUND with the existing names (spec 3, section 7) */
export function read(uri: string): Content {
  const [, isConfig, modelName, skill] = URI.exec(uri) ?? [];
  if (isConfig !== undefined) return json(uri, config());
  if (modelName !== undefined) return json(uri, model(parseModelName(modelName)));
  if (skill !== undefined) return { uri, mimeType: "text/markdown", text: textOf(parseSkillName(skill)) };
  throw fail(ResourceNotFound, { details: { uri } });
}

const json = (uri: string, value: unknown): Content => ({
  uri,
  mimeType: "application/json",
  text: JSON.stringify(value, undefined, 2),
});

function parseModelName(name: string) {
  if (isModelName(name)) return name;
  throw fail(ModelNotFound, {
    message: text(`Model '${name}' not found`, `Modèle « ${name} » introuvable`),
    details: { available: modelNames },
  });
}

function parseSkillName(name: string) {
  if (isSkillName(name)) return name;
  throw fail(SkillNotFound, {
    message: text(`Skill '${name}' not found`, `Fiche « ${name} » introuvable`),
    details: { available: skillNames },
  });
}
