"""The agency: projects, hours, rates. Its tables are the side-by-side contrast that verb tables are for."""
