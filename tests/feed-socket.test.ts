import { expect, it } from "vitest";
import { withPlatform } from "./support/platform.ts";
import { connect } from "./support/socket.ts";

/** The price feed and a subscriber, as after `npm start`. */

const platform = withPlatform();

it("sends new prices to a subscriber, also after a clock change and to a new subscriber after a reset", async () => {
  const receive = async () => {
    const one = await connect(platform.url, { apiKey: platform.seed.apiKeys.free });
    await one.subscribe("BTC");
    const first = await one.nextOf("price_update");
    // A price may be sent twice: wait for another one.
    await one.next((message) => message["timestamp"] !== first["timestamp"]);
    return one;
  };
  const first = await receive();
  await platform.advance(300);
  await first.nextOf("price_update");
  expect((await platform.drain()).idle).toBe(true);
  await platform.reset();
  const second = await receive();
  await second.close();
});
