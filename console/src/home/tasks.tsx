import { queryOptions, useQuery } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";
import { IdCard, KeyRound, type LucideIcon, MailCheck } from "lucide-react";
import { client, dataOf } from "../api/client.ts";
import { profileQuery } from "../api/queries.ts";
import { type Text, text, useSay } from "../language.tsx";
import { Row, Rows } from "../ui/list.tsx";
import { Card } from "../ui/surface.tsx";

/** What protects the account or opens more of it, and is not done yet. */

const identityQuery = queryOptions({
  queryKey: ["identity"],
  queryFn: () => dataOf(client.GET("/api/v1/mobile/identity/status")),
});
const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: async () => (await dataOf(client.GET("/api/auth/passkeys"))).passkeys,
});

interface Task {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly title: Text;
  readonly reason: Text;
  readonly to: LinkProps;
}

/** Steps of the verification that the user takes; others are the platform's. */
const ACTIVE: ReadonlySet<string> = new Set(["upload_documents", "take_selfie", "start_verification"]);

function useTasks(): readonly Task[] {
  const { data: profile } = useQuery(profileQuery);
  const { data: identity } = useQuery(identityQuery);
  const { data: passkeys } = useQuery(passkeysQuery);
  const confirm: Task = {
    id: "confirm",
    icon: MailCheck,
    title: text("Confirm your email address", "Confirmez votre adresse e-mail"),
    reason: text("So that others can pay you by it.", "Pour que l'on puisse vous payer avec elle."),
    to: { to: "/settings", search: { section: "profile" } },
  };
  const verify: Task = {
    id: "verify",
    icon: IdCard,
    title: text("Verify your identity", "Vérifiez votre identité"),
    reason: text("It opens cards and higher limits.", "Cela ouvre les cartes et des plafonds plus élevés."),
    to: { to: "/verify" },
  };
  const secure: Task = {
    id: "secure",
    icon: KeyRound,
    title: text("Add a passkey", "Ajoutez une clé d'accès"),
    reason: text("The safest way to sign in and pay.", "Le moyen le plus sûr de vous connecter et de payer."),
    to: { to: "/settings", search: { section: "security" } },
  };
  return [
    ...(profile && profile.emailVerified === null ? [confirm] : []),
    ...(identity && ACTIVE.has(identity.nextStep) ? [verify] : []),
    ...(passkeys?.length === 0 ? [secure] : []),
  ];
}

export function Tasks() {
  const say = useSay();
  const tasks = useTasks();
  if (tasks.length === 0) return null;
  return (
    <Card flush title={say(text("To do", "À faire"))}>
      <Rows>
        {tasks.map(({ id, icon: Icon, title, reason, to }) => (
          <Row
            key={id}
            icon={
              <span
                aria-hidden
                className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent"
              >
                <Icon className="size-4.5" />
              </span>
            }
            title={say(title)}
            detail={say(reason)}
            to={to}
          />
        ))}
      </Rows>
    </Card>
  );
}
