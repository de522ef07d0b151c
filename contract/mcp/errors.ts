import { defineError } from "../../core/kernel/errors.ts";

export const ModelNotFound = defineError("MODEL_NOT_FOUND", "not-found", "There is no such data model.");
export const SkillNotFound = defineError("SKILL_NOT_FOUND", "not-found", "There is no such knowledge skill.");
export const ResourceNotFound = defineError(
  "RESOURCE_NOT_FOUND",
  "not-found",
  "There is no such resource. resources/list names all of them.",
);
export const PromptNotFound = defineError("PROMPT_NOT_FOUND", "not-found", "There is no such prompt.");
/** One answer for an address that nobody has and for one that is not the caller's to ask about. */
export const PersonNotFound = defineError(
  "PERSON_NOT_FOUND",
  "not-found",
  "This key cannot read anything about a person of that e-mail address. Leave email out to read about the key's owner.",
);
export const TestKeyRefused = defineError(
  "TEST_KEY_REFUSED",
  "forbidden",
  "This is a test key (svc_test_…): the tools work on live accounts alone. Use a key that begins with svc_live_.",
);
