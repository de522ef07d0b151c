import { useQuery } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";
import { IdCard, KeyRound, type LucideIcon, MailCheck, Wallet } from "lucide-react";
import { profileQuery } from "../api/queries.ts";
import { type Text, text } from "../language.tsx";
import { passkeysQuery } from "../settings/queries.ts";
import { identityQuery } from "../verify/queries.ts";
import { latestQuery } from "../wallets/queries.ts";

/** What an account needs to be complete: a proven address, a passkey, its owner's identity, and money. */

export interface Step {
  readonly id: "confirm" | "secure" | "verify" | "money";
  readonly icon: LucideIcon;
  readonly title: Text;
  readonly reason: Text;
  readonly to: LinkProps;
  readonly isDone: boolean;
  /** Whether the platform works on it, so that the user waits. */
  readonly isWaiting?: boolean;
}

/** Returns the steps; undefined until the platform has stated all of them, so that nothing jumps. */
export function useSteps(): readonly Step[] | undefined {
  const { data: profile } = useQuery(profileQuery);
  const { data: identity } = useQuery(identityQuery);
  const { data: passkeys } = useQuery(passkeysQuery);
  const { data: movements } = useQuery(latestQuery);
  if (!profile || !identity || !passkeys || !movements) return undefined;
  return [
    {
      id: "confirm",
      icon: MailCheck,
      title: text("Confirm your email address", "Confirmez votre adresse e-mail"),
      reason: text("So that others can pay you by it", "Pour que l'on puisse vous payer avec elle"),
      to: { to: "/settings", search: { section: "profile" } },
      isDone: profile.emailVerified !== null,
    },
    {
      id: "secure",
      icon: KeyRound,
      title: text("Add a passkey", "Ajoutez une clé d'accès"),
      reason: text("The safest way to sign in and pay", "Le moyen le plus sûr de vous connecter et de payer"),
      to: { to: "/settings", search: { section: "security" } },
      isDone: passkeys.length > 0,
    },
    {
      id: "verify",
      icon: IdCard,
      title: text("Verify your identity", "Vérifiez votre identité"),
      reason: text("It opens cards and higher limits", "Cela ouvre les cartes et des plafonds plus élevés"),
      to: { to: "/verify" },
      isDone: identity.nextStep === "none",
      isWaiting: identity.nextStep === "wait",
    },
    {
      id: "money",
      icon: Wallet,
      title: text("Add your first money", "Ajoutez de l'argent"),
      reason: text("By card or bank transfer", "Par carte ou par virement"),
      to: { to: "/add" },
      isDone: movements.length > 0,
    },
  ];
}
