import { call } from "../support/house";

/** A call, asked again where the data was busy and nothing was changed, as our clients do: it may be on a machine with much else to do. */
export const ask: typeof call = async (person, contract, options) => {
  for (;;) {
    const answered = await call(person, contract, options);
    if (answered.status !== 503 || answered.answer.code !== "busy") return answered;
  }
};
