# Made by `npm run generate` from openapi.json; do not edit.

__version__ = "0.60.0"
