import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client, dataOf, type Schemas } from "../api/client.ts";
import { type Text, text } from "../language.tsx";
import type { BadgeTone } from "../ui/surface.tsx";

/** The documents that the platform makes: their jobs, newest first. */

export type Job = Schemas["JobSummary"];

/** How often a list with unfinished jobs is read again, in milliseconds. The stream of notifications is usually faster. */
const WATCH_MS = 2_000;

export const isOpen = ({ status }: Pick<Job, "status">): boolean =>
  status === "queued" || status === "running";

export const jobsQuery = infiniteQueryOptions({
  queryKey: ["jobs"],
  queryFn: ({ pageParam }) =>
    dataOf(
      client.GET("/api/jobs", {
        params: { query: { limit: 20, ...(pageParam !== "" && { after: pageParam }) } },
      }),
    ),
  initialPageParam: "",
  getNextPageParam: ({ next }) => next,
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ jobs }) => jobs.some(isOpen)) ? WATCH_MS : false,
});

export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: ["jobs", id],
    queryFn: () => dataOf(client.GET("/api/jobs/{id}", { params: { path: { id } } })),
    // Links of files work for 15 minutes.
    staleTime: 0,
  });

export const sharedQuery = queryOptions({
  queryKey: ["jobs", "shared"],
  queryFn: async () => (await dataOf(client.GET("/api/jobs/shared"))).jobs,
});

export const typeNames: Readonly<Record<string, Text>> = {
  "statement-export": text("Statement", "Relevé"),
  "portfolio-report": text("Portfolio report", "Rapport de patrimoine"),
  "tax-report": text("Tax report", "Rapport fiscal"),
  "personal-data": text("Personal data", "Données personnelles"),
};

export const statuses: Readonly<Record<Job["status"], readonly [Text, BadgeTone]>> = {
  queued: [text("Waiting", "En attente"), "plain"],
  running: [text("In progress", "En cours"), "info"],
  succeeded: [text("Ready", "Prêt"), "good"],
  failed: [text("Failed", "Échoué"), "bad"],
  canceled: [text("Canceled", "Annulé"), "plain"],
};
