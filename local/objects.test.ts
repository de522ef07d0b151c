import { expect, test } from "vitest";
import * as Clock from "../core/kernel/clock/index.ts";
import * as Objects from "../core/platform/objects.ts";
import { withPlatform } from "../tests/support/platform.ts";

const platform = withPlatform({ consumers: [], seeded: false });

/** A result file of the platform. */
const at = (key: string) => ({ bucket: "results", key }) as const;

const body = Buffer.from("date,amount\n2026-11-21,12.50\n");

test("a file can be read only by its unaltered link, and is downloaded under the link's file name", async () => {
  await Objects.put(at("jobs/a b/ü.csv"), body, "text/csv");
  const link = await Objects.link(at("jobs/a b/ü.csv"), 300, "statement.csv");
  const answer = await fetch(link);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/csv");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="statement.csv"');
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(body);
  const [bare = ""] = link.split("?");
  const forged = new URL(link);
  forged.searchParams.set("X-Amz-Signature", "0".repeat(64));
  const longer = new URL(link);
  longer.searchParams.set("X-Amz-Expires", "604800");
  const other = link.replace("%C3%BC", "%C3%BB");
  for (const url of [bare, forged.href, longer.href, other]) expect((await fetch(url)).status).toBe(403);
});

test("a link expires by the platform's clock", async () => {
  await Objects.put(at("jobs/x"), body, "text/csv");
  const link = await Objects.link(at("jobs/x"), 600, "x.csv");
  await platform.advance(500);
  expect((await fetch(link)).status).toBe(200);
  await platform.advance(101);
  expect((await fetch(link)).status).toBe(403);
  expect(Clock.offset()).toBe(601_000);
});

test("a malformed link is rejected, and the next request is answered", async () => {
  await Objects.put(at("jobs/z"), body, "text/csv");
  const link = await Objects.link(at("jobs/z"), 60, "z.csv");
  const statusOf = async (url: string) => (await fetch(url)).status;
  expect(await statusOf(link.replace("jobs/z", "jobs/%E0%A4%A"))).toBe(400);
  expect(await statusOf(link.replace("jobs/z", ""))).toBe(400);
  for (const expires of ["604801", "1e999", "1e9", "0.5", "-1", "", "x"]) {
    const url = new URL(link);
    url.searchParams.set("X-Amz-Expires", expires);
    expect([expires, await statusOf(url.href)]).toEqual([expires, 403]);
  }
  for (const date of ["99999999T999999Z", "", "20260230T000000Z"]) {
    const url = new URL(link);
    url.searchParams.set("X-Amz-Date", date);
    expect([date, await statusOf(url.href)]).toEqual([date, 403]);
  }
  expect(await statusOf(link)).toBe(200);
});

test("a deleted file answers 404, and link() rejects a file name that could break a header", async () => {
  await Objects.put(at("jobs/y"), body, "text/csv");
  const link = await Objects.link(at("jobs/y"), 60, "y.csv");
  await Objects.remove(at("jobs/y"));
  expect((await fetch(link)).status).toBe(404);
  await expect(Objects.link(at("jobs/y"), 60, 'a"; x=')).rejects.toThrow(TypeError);
});

test("a bucket is listed only for the local SDK client, and not if the request may not use the control endpoints", async () => {
  await Objects.put(at("jobs/listed"), body, "text/csv");
  const { href } = new URL("../?list-type=2", await Objects.link(at("jobs/listed"), 60, "x.csv"));
  const statusOf = async (headers: Record<string, string>) => (await fetch(href, { headers })).status;
  const authorization = "AWS4-HMAC-SHA256 Credential=local/";
  expect(await statusOf({ authorization })).toBe(200);
  expect(await statusOf({ authorization, "webhook-id": "1" })).toBe(403);
  expect(await statusOf({})).not.toBe(200);
});
