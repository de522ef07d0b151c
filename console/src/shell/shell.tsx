import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { Menu as MenuIcon, Search, WifiOff } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { whenSignedOut } from "../api/client.ts";
import { sessionQuery } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { Skeleton } from "../ui/surface.tsx";
import { Navigation, tabs } from "./navigation.tsx";

/** The frame of every screen: navigation, search, inbox, language, theme, account. */

// What covers the screen is loaded after it, so that the first paint does not wait.
const AccountMenu = lazy(() => import("./account-menu.tsx"));
const AllScreens = lazy(() => import("./all-screens.tsx"));
const CommandPalette = lazy(() => import("./command-palette.tsx"));
const Inbox = lazy(() => import("./inbox.tsx"));
const ProofDialog = lazy(() => import("../proof/dialog.tsx"));
const Toasts = lazy(() => import("../ui/toasts.tsx"));

/** Leaves for the sign-in page, which returns to this screen. */
const signIn = (): void => {
  const here = `${location.pathname}${location.search}`;
  location.assign(`/auth/signin?callbackUrl=${encodeURIComponent(here)}`);
};

export function Shell() {
  const { data: session } = useQuery(sessionQuery);
  const [isSearching, setSearching] = useState(false);
  useEffect(() => whenSignedOut(signIn), []);
  useEffect(() => {
    if (session && !session.user) signIn();
  }, [session]);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setSearching(true);
    };
    addEventListener("keydown", open);
    return () => removeEventListener("keydown", open);
  }, []);
  if (!session?.user) return <Loading />;
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr]">
      <SkipLink />
      <aside className="sticky top-0 hidden h-dvh flex-col gap-6 overflow-y-auto border-r bg-surface p-4 lg:flex">
        <Brand />
        <Navigation />
      </aside>
      <div className="flex min-w-0 flex-col">
        <TopBar onSearch={() => setSearching(true)} user={session.user} />
        <ConnectionNotice />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-6xl grow px-4 pt-6 pb-28 outline-none sm:px-6 lg:pb-12"
        >
          <Suspense fallback={<ScreenSkeleton />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <TabBar />
      {isSearching && (
        <Suspense fallback={null}>
          <CommandPalette onClose={() => setSearching(false)} />
        </Suspense>
      )}
      <Suspense fallback={null}>
        <ProofDialog />
        <Toasts />
      </Suspense>
    </div>
  );
}

const Brand = () => (
  <Link to="/" className="flex items-center gap-2 px-2 text-lg font-semibold tracking-tight">
    <span aria-hidden className="grid size-8 place-items-center rounded-md bg-accent text-sm text-on-accent">
      s
    </span>
    svc
  </Link>
);

const SkipLink = () => {
  const say = useSay();
  return (
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-raised focus:px-4 focus:py-2"
    >
      {say(text("Skip to the content", "Aller au contenu"))}
    </a>
  );
};

function TopBar({
  onSearch,
  user,
}: {
  readonly onSearch: () => void;
  readonly user: { readonly name: string; readonly email: string };
}) {
  const say = useSay();
  return (
    <header className="sticky top-0 z-30 flex h-16 items-center gap-2 border-b bg-surface px-4 sm:px-6">
      <div className="lg:hidden">
        <Brand />
      </div>
      <button
        type="button"
        onClick={onSearch}
        className="ml-auto flex h-10 items-center gap-2 rounded-md px-3 text-sm text-soft hover:bg-sunken lg:mr-auto lg:ml-0 lg:w-80 lg:border lg:border-edge/50"
        aria-keyshortcuts="Meta+K Control+K"
      >
        <Search className="size-4.5" aria-hidden />
        <span className="sr-only lg:not-sr-only lg:grow lg:text-left">
          {say(text("Search", "Rechercher"))}
        </span>
        <kbd className="hidden font-sans text-xs lg:block">⌘K</kbd>
      </button>
      <Suspense fallback={<Skeleton className="size-10" />}>
        <Inbox />
      </Suspense>
      <Suspense fallback={<Skeleton className="size-10 rounded-full" />}>
        <AccountMenu user={user} />
      </Suspense>
    </header>
  );
}

function TabBar() {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  const tab =
    "flex min-w-0 grow basis-0 flex-col items-center gap-0.5 py-2 text-xs font-medium text-soft aria-[current=page]:text-accent";
  return (
    <nav
      aria-label={say(text("Main screens", "Écrans principaux"))}
      className="fixed inset-x-0 bottom-0 z-30 flex border-t bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {tabs.map(({ to, name, icon: Icon }) => (
        <Link key={to} to={to} className={tab} activeOptions={{ exact: to === "/" }}>
          <Icon className="size-5" aria-hidden />
          <span className="max-w-full truncate px-1">{say(name)}</span>
        </Link>
      ))}
      <button type="button" className={tab} onClick={() => setOpen(true)}>
        <MenuIcon className="size-5" aria-hidden />
        {say(text("More", "Plus"))}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <AllScreens onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </nav>
  );
}

const subscribe = (notify: () => void) => {
  addEventListener("online", notify);
  addEventListener("offline", notify);
  return () => {
    removeEventListener("online", notify);
    removeEventListener("offline", notify);
  };
};

function ConnectionNotice() {
  const say = useSay();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <p role="status" className="flex items-center gap-2 bg-warn-soft px-6 py-2 text-sm text-warn">
      <WifiOff className="size-4" aria-hidden />
      {say(
        text(
          "You are offline. The figures are the last ones received; they update when the connection returns.",
          "Vous êtes hors ligne. Les montants sont les derniers reçus ; ils seront mis à jour au retour de la connexion.",
        ),
      )}
    </p>
  );
}

const Loading = (): ReactNode => (
  <div className="grid min-h-dvh place-items-center" aria-busy>
    <Skeleton className="size-10" />
  </div>
);

const ScreenSkeleton = () => (
  <div className="flex flex-col gap-6" aria-busy>
    <Skeleton className="h-9 w-48" />
    <Skeleton className="h-40 w-full" />
    <Skeleton className="h-64 w-full" />
  </div>
);
