import { QueryClient } from "@tanstack/react-query";
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import * as z from "zod/mini";
import { Problem } from "./api/problem.ts";
import { NotFound, ScreenFailed } from "./shell/failed.tsx";
import { Shell } from "./shell/shell.tsx";

/** All screens. Each is loaded when it is opened. Filters and the open detail of a list are in the address. */

const MAX_RETRIES = 2;

const isTemporary = (error: Error): boolean =>
  !(error instanceof Problem) || error.status === 0 || error.status >= 500;

export const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (failures, error) => failures < MAX_RETRIES && isTemporary(error) },
  },
});

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: ScreenFailed });
const getParentRoute = () => root;
const optional = z.optional(z.string());
/** A value that may look like a number in the address, such as an amount or a search for `2026`. */
const written = z.optional(z.pipe(z.union([z.string(), z.number(), z.boolean()]), z.transform(String)));

const screens = [
  createRoute({ getParentRoute, path: "/", component: lazyRouteComponent(() => import("./home/index.tsx")) }),
  createRoute({
    getParentRoute,
    path: "/wallets",
    component: lazyRouteComponent(() => import("./wallets/index.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/wallets/$asset",
    validateSearch: z.object({ id: optional, receive: written }),
    component: lazyRouteComponent(() => import("./wallets/asset.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/wallets/transactions",
    validateSearch: z.object({
      id: optional,
      q: written,
      type: optional,
      status: optional,
      direction: optional,
      currency: optional,
      from: optional,
      to: optional,
    }),
    component: lazyRouteComponent(() => import("./wallets/transactions.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/add",
    validateSearch: z.object({
      method: written,
      card: optional,
      asset: optional,
      step: written,
      id: optional,
    }),
    component: lazyRouteComponent(() => import("./add/index.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/pay",
    validateSearch: z.object({
      card: optional,
      flow: optional,
      setup_intent: written,
      payment_intent: written,
      redirect_status: written,
    }),
    component: lazyRouteComponent(() => import("./pay/index.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/withdraw",
    validateSearch: z.object({ step: written, id: optional }),
    component: lazyRouteComponent(() => import("./withdraw/index.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/send",
    validateSearch: z.object({
      payee: optional,
      to: optional,
      amount: written,
      currency: optional,
      step: written,
      id: optional,
    }),
    component: lazyRouteComponent(() => import("./send/index.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/send/scheduled",
    validateSearch: z.object({ id: optional, new: written }),
    component: lazyRouteComponent(() => import("./send/scheduled.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/send/qr",
    validateSearch: z.object({ pay: written, asset: optional }),
    component: lazyRouteComponent(() => import("./send/qr.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/cards",
    component: lazyRouteComponent(() => import("./cards/index.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/cards/$id",
    component: lazyRouteComponent(() => import("./cards/card.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/loyalty",
    component: lazyRouteComponent(() => import("./loyalty/index.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/documents",
    validateSearch: z.object({ id: optional }),
    component: lazyRouteComponent(() => import("./documents/index.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/trade",
    validateSearch: z.object({
      from: optional,
      to: optional,
      asset: optional,
      interval: optional,
      step: optional,
      id: optional,
    }),
    component: lazyRouteComponent(() => import("./trade/index.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/trade/liquidity",
    validateSearch: z.object({ add: optional, remove: optional }),
    component: lazyRouteComponent(() => import("./trade/liquidity.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/earn",
    validateSearch: z.object({ stake: optional, unstake: optional, claim: optional }),
    component: lazyRouteComponent(() => import("./earn/index.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/earn/farms",
    validateSearch: z.object({ deposit: optional, withdraw: optional, harvest: optional }),
    component: lazyRouteComponent(() => import("./earn/farms.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/governance",
    validateSearch: z.object({ status: optional }),
    component: lazyRouteComponent(() => import("./governance/index.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/governance/new",
    component: lazyRouteComponent(() => import("./governance/new.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/governance/delegates",
    validateSearch: z.object({ to: optional }),
    component: lazyRouteComponent(() => import("./governance/delegates.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/governance/$id",
    validateSearch: z.object({ votes: optional, dialog: optional }),
    component: lazyRouteComponent(() => import("./governance/proposal.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/verify",
    component: lazyRouteComponent(() => import("./verify/index.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/settings",
    validateSearch: z.object({ section: optional }),
    component: lazyRouteComponent(() => import("./settings/index.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/ui",
    component: lazyRouteComponent(() => import("./ui/gallery.tsx")),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(screens),
  basepath: "/app",
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
