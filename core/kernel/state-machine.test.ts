import { describe, expect, expectTypeOf, it } from "vitest";
import { defineTransitions } from "./state-machine.ts";

const lamp = defineTransitions(["off", "on", "burnt-out"], {
  make: { none: "off" },
  press: { off: "on", on: "off" },
  burn: { on: "burnt-out" },
});

describe("a state machine", () => {
  it("returns the state after an event, and undefined if the event is not allowed", () => {
    expect(lamp.next("off", "press")).toBe("on");
    expect(lamp.next("none", "make")).toBe("off");
    expect(lamp.next("burnt-out", "press")).toBeUndefined();
    expectTypeOf(lamp.next("on", "burn")).toEqualTypeOf<"burnt-out" | undefined>();
  });

  it("throws for an event that is not allowed if a transition is asserted", () => {
    expect(lamp.assertTransition("on", "burn")).toBe("burnt-out");
    expect(() => lamp.assertTransition("off", "burn")).toThrow(
      "the event burn may not happen in the state off",
    );
  });

  it("returns the states from which an event is allowed, and the final states", () => {
    expect(lamp.sources("press")).toEqual(["off", "on"]);
    expect(lamp.states.filter((state) => lamp.isFinal(state))).toEqual(["burnt-out"]);
  });

  it("does not accept a state or event outside its table, at run time or by its types", () => {
    // @ts-expect-error: there is no such event
    expect(lamp.next("on", "sell")).toBeUndefined();
    // @ts-expect-error: there is no such state
    expect(lamp.next("broken", "press")).toBeUndefined();
    // @ts-expect-error: a table has no other states
    defineTransitions(["off"], { press: { off: "on" } });
  });
});
