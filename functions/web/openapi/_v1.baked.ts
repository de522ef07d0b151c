import { documentOf } from "../../../contract/bin/openapi.ts";
import { SOMEWHERE } from "../../../contract/web/openapi.ts";

export const text: string = JSON.stringify(documentOf("v1", SOMEWHERE));
