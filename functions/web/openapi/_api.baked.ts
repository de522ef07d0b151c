import { documentOf } from "../../../contract/bin/openapi.ts";
import { PLACEHOLDER_ADDRESS } from "../../../contract/web/openapi.ts";

export const text: string = JSON.stringify(documentOf("api", PLACEHOLDER_ADDRESS));
