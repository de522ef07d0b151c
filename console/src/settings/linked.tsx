import { useQuery } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import { useState } from "react";
import { client, dataOf } from "../api/client.ts";
import { useWrite } from "../api/queries.ts";
import { text, useLanguage, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/choice.tsx";
import { ApiCall, Failure, Loaded, Row, Rows } from "../ui/list.tsx";
import { formatTime } from "../ui/money.tsx";
import { Card, Empty } from "../ui/surface.tsx";
import { toast } from "../ui/toasts.tsx";
import { linkedQuery, type Provider, providersQuery } from "./queries.ts";

/** The accounts at providers that can sign in. */

const TITLE = text("Linked accounts", "Comptes liés");
/** Where the provider's sign-in returns. */
const BACK = "/app/settings?section=accounts";

export function LinkedAccounts() {
  const say = useSay();
  const linked = useQuery(linkedQuery);
  const { data: providers = [] } = useQuery(providersQuery);
  const [unlinking, setUnlinking] = useState<Provider>();
  const nameOf = (provider: string) => providers.find(({ id }) => id === provider)?.name ?? provider;
  return (
    <>
      <Card
        flush
        title={say(TITLE)}
        lead={say(
          text(
            "You can sign in with these accounts. Unlink an account that you do not know, then end all other sessions and change your password.",
            "Vous pouvez vous connecter avec ces comptes. Déliez un compte que vous ne connaissez pas, puis fermez toutes les autres sessions et changez votre mot de passe.",
          ),
        )}
      >
        <Loaded query={linked}>
          {(all) =>
            all.length === 0 ? (
              <Empty icon={Link2} title={say(text("No account is linked", "Aucun compte n'est lié"))} />
            ) : (
              <Rows label={say(TITLE)}>
                {all.map(({ provider, linkedAt }) => (
                  <LinkedRow
                    key={`${provider}${linkedAt}`}
                    name={nameOf(provider)}
                    linkedAt={linkedAt}
                    onUnlink={() => setUnlinking({ id: provider, name: nameOf(provider) })}
                  />
                ))}
              </Rows>
            )
          }
        </Loaded>
        <div className="px-5 pb-3">
          <ApiCall method="GET" path="/api/auth/accounts" />
        </div>
      </Card>
      {providers.length > 0 && <LinkAccount providers={providers} />}
      {unlinking && <Unlink provider={unlinking} onClose={() => setUnlinking(undefined)} />}
    </>
  );
}

interface LinkedRowProps {
  readonly name: string;
  readonly linkedAt: string;
  readonly onUnlink: () => void;
}

function LinkedRow({ name, linkedAt, onUnlink }: LinkedRowProps) {
  const { say, language } = useLanguage();
  const since = text(
    `Linked ${formatTime(linkedAt, "en", "date")}`,
    `Lié le ${formatTime(linkedAt, "fr", "date")}`,
  );
  return (
    <Row
      icon={
        <span
          aria-hidden
          className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken text-sm font-semibold text-soft"
        >
          {name.slice(0, 1)}
        </span>
      }
      title={name}
      detail={since.in(language)}
      actions={
        <Button
          kind="quiet"
          size="sm"
          onClick={onUnlink}
          aria-label={say(text(`Unlink ${name}`, `Délier ${name}`))}
        >
          {say(text("Unlink", "Délier"))}
        </Button>
      }
    />
  );
}

/** Returns the address of the provider's sign-in, which returns to this screen. */
async function beginLink(id: string): Promise<string> {
  const token = await dataOf(
    client.GET("/api/auth/{framework}", { params: { path: { framework: "csrf" } } }),
  );
  const { csrfToken } = token as { readonly csrfToken: string };
  const begun = await dataOf(
    client.POST("/api/auth/{framework}", {
      params: { path: { framework: `signin/${id}` } },
      // The part of the address has a slash of its own.
      pathSerializer: (path, { framework }) => path.replace("{framework}", String(framework)),
      body: { csrfToken, callbackUrl: BACK, json: true },
    }),
  );
  return (begun as { readonly url: string }).url;
}

function LinkAccount({ providers }: { readonly providers: readonly Provider[] }) {
  const say = useSay();
  const link = useWrite({ flow: "link-account", run: beginLink, onDone: (url) => location.assign(url) });
  return (
    <Card title={say(text("Link an account", "Lier un compte"))}>
      <div className="flex flex-col gap-4">
        <Failure problem={link.error} />
        <div className="flex flex-wrap gap-2">
          {providers.map(({ id, name }) => (
            <Button
              key={id}
              kind="secondary"
              busy={link.isPending && link.variables === id}
              onClick={() => link.mutate(id)}
            >
              {say(text(`Link ${name}`, `Lier ${name}`))}
            </Button>
          ))}
        </div>
      </div>
    </Card>
  );
}

interface UnlinkProps {
  readonly provider: Provider;
  readonly onClose: () => void;
}

function Unlink({ provider: { id, name }, onClose }: UnlinkProps) {
  const say = useSay();
  const unlink = useWrite({
    flow: "unlink-account",
    run: (provider: string) =>
      dataOf(client.DELETE("/api/auth/accounts/{provider}", { params: { path: { provider } } })),
    changes: [["linked-accounts"]],
    onDone: () => {
      onClose();
      toast(say(text(`${name} is unlinked`, `${name} est délié`)));
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title={say(text(`Unlink ${name}?`, `Délier ${name} ?`))}
      action={say(text("Unlink", "Délier"))}
      kind="danger"
      onConfirm={() => unlink.mutate(id)}
      busy={unlink.isPending}
      problem={unlink.error}
    >
      {say(
        text(
          "It no longer signs you in. Sessions that it started remain: end them under Sessions and devices.",
          "Il ne permettra plus de vous connecter. Les sessions qu'il a ouvertes restent : fermez-les dans Sessions et appareils.",
        ),
      )}
    </Confirm>
  );
}
