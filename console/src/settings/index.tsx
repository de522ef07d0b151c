import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import {
  Bell,
  ChevronLeft,
  ChevronRight,
  CreditCard,
  Languages,
  Link2,
  type LucideIcon,
  MonitorSmartphone,
  Shield,
  ShieldCheck,
  UserRound,
} from "lucide-react";
import type { ReactNode } from "react";
import { profileQuery } from "../api/queries.ts";
import { type Text, text, useSay } from "../language.tsx";
import { Loaded } from "../ui/list.tsx";
import { Card, Page } from "../ui/surface.tsx";
import { Authenticator } from "./authenticator.tsx";
import { Display } from "./display.tsx";
import { EmailAddress } from "./email.tsx";
import { LinkedAccounts } from "./linked.tsx";
import { Notifications } from "./notifications.tsx";
import { Passkeys } from "./passkeys.tsx";
import { Password } from "./password.tsx";
import { PhoneNumber } from "./phone.tsx";
import { DeleteAccount, PersonalData } from "./privacy.tsx";
import { Profile } from "./profile.tsx";
import { Sessions } from "./sessions.tsx";

/** The account: who its owner is, how it is protected, what it is notified of, and what is stored about it. */

const route = getRouteApi("/settings");

interface Section {
  readonly id: string;
  readonly name: Text;
  readonly icon: LucideIcon;
  readonly content: () => ReactNode;
}

const sections: readonly Section[] = [
  { id: "profile", name: text("Profile", "Profil"), icon: UserRound, content: () => <Personal /> },
  {
    id: "security",
    name: text("Security", "Sécurité"),
    icon: Shield,
    content: () => (
      <>
        <Passkeys />
        <Authenticator />
        <Password />
      </>
    ),
  },
  {
    id: "devices",
    name: text("Sessions and devices", "Sessions et appareils"),
    icon: MonitorSmartphone,
    content: () => <Sessions />,
  },
  {
    id: "accounts",
    name: text("Linked accounts", "Comptes liés"),
    icon: Link2,
    content: () => <LinkedAccounts />,
  },
  {
    id: "notifications",
    name: text("Notifications", "Notifications"),
    icon: Bell,
    content: () => <Notifications />,
  },
  {
    id: "display",
    name: text("Language and display", "Langue et affichage"),
    icon: Languages,
    content: () => <Display />,
  },
  {
    id: "privacy",
    name: text("Privacy", "Confidentialité"),
    icon: ShieldCheck,
    content: () => (
      <>
        <PersonalData />
        <DeleteAccount />
      </>
    ),
  },
];

const TITLE = text("Settings", "Réglages");

export default function Settings() {
  const say = useSay();
  const { section } = route.useSearch();
  const [first] = sections;
  const shown = sections.find(({ id }) => id === section) ?? first;
  // Narrow screens show the list of sections first; wide ones have both.
  const isOpen = sections.some(({ id }) => id === section);
  return (
    <Page title={say(TITLE)}>
      <div className="grid items-start gap-6 lg:grid-cols-[15rem_1fr]">
        <nav
          aria-label={say(TITLE)}
          className={
            isOpen ? "hidden lg:block" : "rounded-lg border bg-surface py-2 lg:border-0 lg:bg-transparent"
          }
        >
          <ul className="divide-y lg:flex lg:flex-col lg:gap-1 lg:divide-y-0">
            {sections.map((one) => (
              <SectionLink key={one.id} section={one} isShown={one === shown} isOpen={isOpen} />
            ))}
            <li>
              <a href="/dashboard/billing" className={link}>
                <CreditCard className="size-4.5" aria-hidden />
                <span className="grow">{say(text("Plan and payments", "Formule et paiements"))}</span>
                <ChevronRight className="size-4 lg:hidden" aria-hidden />
              </a>
            </li>
          </ul>
        </nav>
        <div className={isOpen ? "flex min-w-0 flex-col gap-6" : "hidden min-w-0 flex-col gap-6 lg:flex"}>
          {isOpen && (
            <Link
              to="/settings"
              search={{}}
              className="flex items-center gap-1 text-sm font-medium text-accent lg:hidden"
            >
              <ChevronLeft className="size-4" aria-hidden />
              {say(text("All settings", "Tous les réglages"))}
            </Link>
          )}
          {shown?.content()}
        </div>
      </div>
    </Page>
  );
}

const link =
  "flex min-h-14 items-center gap-3 px-5 text-sm font-medium hover:bg-sunken lg:min-h-10 lg:rounded-md lg:px-3 lg:text-soft lg:hover:text-ink lg:aria-[current=page]:bg-accent-soft lg:aria-[current=page]:text-accent";

interface SectionLinkProps {
  readonly section: Section;
  readonly isShown: boolean;
  readonly isOpen: boolean;
}

function SectionLink({ section: { id, name, icon: Icon }, isShown, isOpen }: SectionLinkProps) {
  const say = useSay();
  return (
    <li>
      <Link
        to="/settings"
        search={{ section: id }}
        replace={isOpen}
        className={link}
        activeProps={{ "aria-current": undefined }}
        aria-current={isShown ? "page" : undefined}
      >
        <Icon className="size-4.5" aria-hidden />
        <span className="grow">{say(name)}</span>
        <ChevronRight className="size-4 lg:hidden" aria-hidden />
      </Link>
    </li>
  );
}

function Personal() {
  const say = useSay();
  const profile = useQuery(profileQuery);
  return (
    <>
      <Card title={say(text("Personal details", "Informations personnelles"))}>
        <Loaded query={profile}>{(loaded) => <Profile profile={loaded} />}</Loaded>
      </Card>
      {profile.data && <EmailAddress profile={profile.data} />}
      {profile.data && <PhoneNumber profile={profile.data} />}
    </>
  );
}
