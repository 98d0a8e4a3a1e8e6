// A GitHub that isn't ours, on 127.0.0.1: `node emulator.mjs SEED.json PORT`.
// Prints one line of JSON ({url, secrets}) when it listens, and quits when standard input ends.
import { readFileSync } from "node:fs";
import { createEmulator } from "emulate";

const [seedFile, port] = process.argv.slice(2);
const github = await createEmulator({
  service: "github",
  port: Number(port),
  baseUrl: `http://127.0.0.1:${port}`,
  seed: JSON.parse(readFileSync(seedFile, "utf8")),
});
console.log(JSON.stringify({ url: github.url, secrets: github.generatedSecrets }));
process.stdin.resume();
process.stdin.on("end", async () => {
  await github.close();
  process.exit(0);
});
