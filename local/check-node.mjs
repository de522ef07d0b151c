// Runs before `npm start`, in plain JavaScript, so that an old Node can say what is wrong instead of failing on a type.

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `The platform needs Node 22.18 or newer; this is ${process.version}.\n` +
      "On Linux, `npm ci` brings Node 24 along, and `npm start` runs on it: was it run with --omit=optional?\n" +
      "Elsewhere, install Node 24 from https://nodejs.org and run `npm start` again.\n",
  );
  process.exit(1);
}
