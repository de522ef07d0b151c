import { ModelNotFound, ResourceNotFound, SkillNotFound } from "../../../contract/mcp/errors.ts";
import { fail } from "../../../core/kernel/errors.ts";
import { text } from "../../../core/kernel/texts/index.ts";
import { config } from "./config.ts";
import { isSkillName, skillNames, textOf } from "./knowledge/index.ts";
import { isModelName, model, modelNames } from "./models.ts";

/** Reading a resource. Nothing here is anybody's own: every key that may read gets the same. */

export interface Content {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

const URI = /^svc:\/\/(?:(config)|models\/([^/?#]*)|knowledge\/([^/?#]*))$/;

/** @throws RESOURCE_NOT_FOUND; MODEL_NOT_FOUND and SKILL_NOT_FOUND with what there is (spec 3, section 7) */
export function read(uri: string): Content {
  const [, isConfig, modelName, skill] = URI.exec(uri) ?? [];
  if (isConfig !== undefined) return json(uri, config());
  if (modelName !== undefined) return json(uri, model(checkedModel(modelName)));
  if (skill !== undefined) return { uri, mimeType: "text/markdown", text: textOf(checkedSkill(skill)) };
  throw fail(ResourceNotFound, { details: { uri } });
}

const json = (uri: string, value: unknown): Content => ({
  uri,
  mimeType: "application/json",
  text: JSON.stringify(value, undefined, 2),
});

function checkedModel(name: string) {
  if (isModelName(name)) return name;
  throw fail(ModelNotFound, {
    message: text(`Model '${name}' not found`, `Modèle « ${name} » introuvable`),
    details: { available: modelNames },
  });
}

function checkedSkill(name: string) {
  if (isSkillName(name)) return name;
  throw fail(SkillNotFound, {
    message: text(`Skill '${name}' not found`, `Fiche « ${name} » introuvable`),
    details: { available: skillNames },
  });
}
