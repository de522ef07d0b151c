import type { WebActor } from "../../core/identity/actor.ts";
import * as ApiKeys from "../../core/identity/api-keys/index.ts";
import * as Jobs from "../../core/jobs/index.ts";
import * as Templates from "../../core/jobs/templates.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import * as Wallets from "../../core/ledger/wallets/index.ts";
import * as Webhooks from "../../core/messaging/webhooks/index.ts";

export type Params = Readonly<Record<string, string>>;

/** The path up to its first parameter: what kind of thing that names. */
export const kindOf = ({ path }: { readonly path: string }): string => path.slice(0, path.indexOf("}") + 1);

/** Something of each kind that a path may name, all of one owner. */
export async function belongings(actor: WebActor): Promise<Readonly<Record<string, Params>>> {
  const [wallet, { webhook }, job, template, { key: apiKey }] = await Promise.all([
    Wallets.create(actor, { assetSymbol: "EUR" }),
    Webhooks.create(actor, { name: "matrix", url: "https://example.com/hook", events: ["job-done"] }),
    Jobs.create(actor, { type: "matrix", payload: {} }),
    Templates.create(actor, { name: "matrix", type: "matrix", payload: {} }),
    ApiKeys.create(actor, { name: "matrix", mode: "live", plan: "free", scopes: ["*"] }),
  ]);
  return {
    "/api/defi/wallets/{id}": { id: wallet.id },
    "/api/webhooks/{id}": { id: webhook.webhookId, deliveryId: Ids.create("delivery") },
    "/api/jobs/{id}": { id: job.jobId },
    "/api/jobs/shared/{id}": { id: job.jobId },
    "/api/job-templates/{id}": { id: template.templateId },
    "/api/keys/{id}": { id: apiKey.keyId },
  };
}
