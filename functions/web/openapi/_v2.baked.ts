import { documentOf } from "../../../contract/bin/documents.ts";
import { SOMEWHERE } from "../../../contract/openapi/server.ts";

export const text: string = JSON.stringify(documentOf("v2", SOMEWHERE));
