// What follows may need a newer Node.js even to be read.
import './node-version.mjs';

import('./run.mjs').catch(function (error) {
  console.error('The start failed: ' + error.message);
  process.exit(1);
});
