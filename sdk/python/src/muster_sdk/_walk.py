"""Entries of a list, over all its pages."""

from __future__ import annotations

from typing import Any, AsyncIterator, Awaitable, Callable, Dict, Generic, Iterator, List, Mapping, Optional, TypeVar, cast

Entry = TypeVar("Entry")


def _after(by: str, place: Mapping[str, Any], seen: int, count: int, pagination: Mapping[str, Any]) -> Optional[Dict[str, Any]]:
    if by == "cursor":
        cursor = pagination.get("next_cursor")
        # A cursor that leads to itself would never end.
        return {"cursor": cursor} if cursor and cursor != place.get("cursor") else None
    return None if count == 0 or count < pagination["limit"] else {"offset": seen}


def _resume(pagination: Mapping[str, Any]) -> Optional[str]:
    return pagination.get("resume_cursor") or pagination.get("next_updated_since")


class Walk(Generic[Entry]):
    """One entry after the other, each page asked for when its first entry is.

    Once the loop has come to its end, `resume_from` says where the next walk begins. Of a loop that was left early it stays None:
    begin again where this walk began, and nothing is missed.
    """

    def __init__(self, read: Callable[[Dict[str, Any]], Mapping[str, Any]], *, member: str, by: str) -> None:
        self._read, self._member, self._by = read, member, by
        self.resume_from: Optional[str] = None

    def __iter__(self) -> Iterator[Entry]:
        for page in self.pages():
            yield from page

    def pages(self) -> Iterator[List[Entry]]:
        """Pages instead of entries."""
        self.resume_from = None
        place: Optional[Dict[str, Any]] = {}
        seen = 0
        while place is not None:
            page = self._read(place)
            entries = cast("List[Entry]", page.get(self._member) or [])
            yield entries
            seen += len(entries)
            place = _after(self._by, place, seen, len(entries), page["pagination"])
            if place is None:
                self.resume_from = _resume(page["pagination"])


class AsyncWalk(Generic[Entry]):
    """The same, for `async for`."""

    def __init__(self, read: Callable[[Dict[str, Any]], Awaitable[Mapping[str, Any]]], *, member: str, by: str) -> None:
        self._read, self._member, self._by = read, member, by
        self.resume_from: Optional[str] = None

    async def __aiter__(self) -> AsyncIterator[Entry]:
        async for page in self.pages():
            for entry in page:
                yield entry

    async def pages(self) -> AsyncIterator[List[Entry]]:
        """Pages instead of entries."""
        self.resume_from = None
        place: Optional[Dict[str, Any]] = {}
        seen = 0
        while place is not None:
            page = await self._read(place)
            entries = cast("List[Entry]", page.get(self._member) or [])
            yield entries
            seen += len(entries)
            place = _after(self._by, place, seen, len(entries), page["pagination"])
            if place is None:
                self.resume_from = _resume(page["pagination"])
